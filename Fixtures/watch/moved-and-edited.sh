# A document is moved into a directory that is new, and edited there at once.
#: before
printf 'one\ntwo\nthree\n' > n.md; printf 'm\n' > m.md
#: while it watches
mkdir new; mv n.md new/n.md; printf 'four\n' >> new/n.md
#: told
moved new/n.md from n.md
changed new/n.md
#: there
new/n.md: one\ntwo\nthree\nfour\n
m.md: m\n
