# A name changes in nothing but its case.
#: before
printf 'n\n' > n.md
#: while it watches
mv n.md N.md
#: told
moved N.md from n.md
#: there
N.md: n\n
