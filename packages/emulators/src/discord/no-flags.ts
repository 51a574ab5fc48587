// The types list the flags that may be set; none of them is not among them.
export const NO_FLAGS: number = 0
