# A directory is removed and made again at once; its old watch is dead.
#: before
mkdir out; printf 'old\n' > out/n.md
#: while it watches
rm -r out; mkdir -p out/in; printf 'new\n' > out/n.md; printf 'in\n' > out/in/m.md
#: told
changed out/n.md
created out/in/m.md
#: while it watches
printf 'later\n' >> out/in/m.md
#: told
changed out/in/m.md
#: there
out/in/m.md: in\nlater\n
out/n.md: new\n
