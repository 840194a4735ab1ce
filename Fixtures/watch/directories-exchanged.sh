# Two directories take each other's names in one step, as `mv --exchange` does.
#: before
mkdir -p a/in b/in; printf 'a\n' > a/in/n.md; printf 'b\n' > b/in/n.md; printf 'a\n' > a/only-a.md
#: while it watches
python3 -c 'import ctypes; ctypes.CDLL(None).renameat2(-100, b"a", -100, b"b", 2)'
#: while it watches
printf 'later\n' >> a/in/n.md; printf 'later\n' >> b/in/n.md; printf 'later\n' >> b/only-a.md
#: there
a/in/n.md: b\nlater\n
b/in/n.md: a\nlater\n
b/only-a.md: a\nlater\n
