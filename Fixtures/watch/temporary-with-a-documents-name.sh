# An editor's temporary file has a name like a document's for half a second.
#: before
printf 'first\n' > n.md
#: while it watches
printf 'second\n' > n.tmp.md
sleep 0.5
mv n.tmp.md n.md
#: told
changed n.md
#: there
n.md: second\n
