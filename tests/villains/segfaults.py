import ctypes

from honest import begin

begin()
ctypes.string_at(0)
