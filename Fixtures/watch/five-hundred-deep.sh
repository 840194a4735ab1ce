# A document in the deepest of five hundred directories.
#: before
printf 'seed\n' > seed.md
#: while it watches
for i in $(seq 500); do mkdir d; cd d; done; printf 'deep\n' > n.md
#: while it watches
for i in $(seq 500); do cd d; done; printf 'more\n' >> n.md
#: while it watches
mv d e; sleep 2; rm -r e
#: there
seed.md: seed\n
