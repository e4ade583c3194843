from honest import begin

begin()
