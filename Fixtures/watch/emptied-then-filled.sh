# One process empties a document and another fills it two seconds later.
#: before
printf 'old\n' > n.md
#: while it watches
: > n.md
sleep 2
printf 'new\n' > n.md
#: told
changed n.md
#: there
n.md: new\n
