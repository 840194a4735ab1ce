# A document is written in chunks with pauses: it is told when it is closed, once.
#: before
printf 'old\n' > n.md
#: while it watches
{ printf 'one\n'; sleep 0.6; printf 'two\n'; sleep 0.6; printf 'three\n'; } > n.md
#: told
changed n.md
#: there
n.md: one\ntwo\nthree\n
