/* `choose` as a function of Python: ctypes takes three times as long to call one.

   It is made of what CPython promises to keep as it is (its stable ABI), declared here by hand; where that is found, whoever
   loads the library says. Python keeps its lock meanwhile: a choice is over before others would have got it. */

typedef struct Object Object;
typedef struct { const char *name; Object *(*call)(Object *, Object *); int flags; const char *doc; } Method;

static struct {
    i64 (*number)(Object *);         /* PyLong_AsLongLong */
    Object *(*object)(i64);          /* PyLong_FromLongLong */
    char *(*bytes)(Object *);        /* PyByteArray_AsString */
    i64 (*size)(Object *);           /* PyByteArray_Size */
    Object *(*occurred)(void);       /* PyErr_Occurred */
} python;

/* The position is what lies in the function's own object, a bytearray. */
static Object *call_choose(Object *self, Object *argument)
{
    i64 place = python.number(argument);
    if (place == -1 && python.occurred()) return NULL;
    if (python.size(self) < POSITION_SIZE) return python.object(-2);
    return python.object(choose((Position *)python.bytes(self), place));
}

EXPORT const Method *method_choose(void *number, void *object, void *bytes, void *size, void *occurred)
{
    static const Method method = {"choose", call_choose, 8 /* METH_O */, NULL};
    memcpy(&python.number, &number, sizeof number);
    memcpy(&python.object, &object, sizeof object);
    memcpy(&python.bytes, &bytes, sizeof bytes);
    memcpy(&python.size, &size, sizeof size);
    memcpy(&python.occurred, &occurred, sizeof occurred);
    return &method;
}
