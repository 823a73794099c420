/* `choose`, and the copy of a position, as functions of Python: calling one through ctypes takes three times as long. They use
   only CPython's stable ABI, declared here by hand; the loading process passes the addresses. Python keeps its lock meanwhile:
   a choice is over before another thread would have got it. */

typedef struct Object Object;
typedef struct { const char *name; Object *(*call)(Object *, Object *); int flags; const char *doc; } Method;

static struct {
    i64 (*number)(Object *);                                         /* PyLong_AsLongLong */
    Object *(*object)(i64);                                          /* PyLong_FromLongLong */
    Object *(*occurred)(void);                                       /* PyErr_Occurred */
    char *(*bytes)(Object *);                                        /* PyByteArray_AsString */
    i64 (*size)(Object *);                                           /* PyByteArray_Size */
    int (*resize)(Object *, i64);                                    /* PyByteArray_Resize */
    Object *(*made)(const char *, i64);                              /* PyByteArray_FromStringAndSize */
    Object *(*function)(const Method *, Object *, Object *);         /* PyCFunction_NewEx */
    void (*drop)(Object *);                                          /* Py_DecRef */
} python;

/* The position is in the function's own object, a bytearray. A copy has no room to go on until it is continued. */
static Object *call_choose(Object *self, Object *argument)
{
    i64 place = python.number(argument);
    if (place == -1 && python.occurred()) return NULL;
    if (python.size(self) < POSITION_SIZE && python.resize(self, POSITION_SIZE)) return NULL;
    return python.object(choose((Position *)python.bytes(self), place));
}

static const Method choosing = {"choose", call_choose, 8 /* METH_O */, NULL};

/* Return the function that answers a question in a copy of the position, in a bytearray of just the bytes in use. */
static Object *call_copy(Object *self, Object *memory)
{
    (void)self;
    const char *bytes = python.bytes(memory);
    Object *copy = python.made(bytes, ((const Position *)bytes)->used);
    if (!copy) return NULL;
    Object *function = python.function(&choosing, copy, NULL);
    python.drop(copy);
    return function;
}

static const Method copying = {"copy", call_copy, 8 /* METH_O */, NULL};

/* Take the addresses of Python's functions, in the order above. */
EXPORT void know_python(void *const *calls) { memcpy(&python, calls, sizeof python); }
EXPORT const Method *method_choose(void) { return &choosing; }
EXPORT const Method *method_copy(void) { return &copying; }
