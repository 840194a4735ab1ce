# The kernel's queue overflows before the events that matter.
#: before
printf 'a\n' > a.md; mkdir -p d/e; printf 'e\n' > d/e/e.md; printf 'gone\n' > gone.md
#: while it sleeps
for i in $(seq 9000); do : > flood; rm flood; done
printf 'after\n' > a.md; mkdir new; printf 'c\n' > new/c.md; mv d f; rm gone.md
#: told
overflow
changed a.md
created new/c.md
moved f/e/e.md from d/e/e.md
deleted gone.md
#: while it watches
printf 'later\n' >> f/e/e.md; printf 'later\n' >> new/c.md
#: told
changed f/e/e.md
changed new/c.md
#: there
a.md: after\n
f/e/e.md: e\nlater\n
new/c.md: c\nlater\n
