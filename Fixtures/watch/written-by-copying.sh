# cp over a document, cp of a whole directory over another, and an append by a program that stays.
#: before
mkdir a; printf 'one\n' > a/n.md; printf 'keep\n' > a/k.md; printf 'log\n' > log.txt
#: while it watches
mkdir "$T/b"; printf 'two\n' > "$T/b/n.md"; printf 'new\n' > "$T/b/m.md"; cp -r "$T/b/." a/
exec 5>>log.txt; printf 'line\n' >&5; sleep 1; exec 5>&-
#: told
changed a/n.md
created a/m.md
changed log.txt
#: there
a/n.md: two\n
a/m.md: new\n
a/k.md: keep\n
log.txt: log\nline\n
