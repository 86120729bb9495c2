micro_add_variants(strings MATRIX opt "a b=c" =d opt=1,1 e=1 e=2 f=$<0:x>)
