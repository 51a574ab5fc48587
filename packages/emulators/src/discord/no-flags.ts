// The types list the possible flags but have no value for "no flags".
export const NO_FLAGS: number = 0
