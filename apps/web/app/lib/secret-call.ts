/**
 * For a mutation that carries a password or a code. Without a network it fails at once instead of running later, and it
 * is forgotten a second after its page is closed. The period is not 0, because the library checks a pending mutation
 * once per period and would then check it all the time.
 */
export const SECRET_CALL = { networkMode: 'always', gcTime: 1_000 } as const
