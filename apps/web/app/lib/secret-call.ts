/**
 * For a mutation that carries a password or a code. It fails now instead of running later when the network is back, and
 * is forgotten a second after its page. Not sooner: a pending mutation is looked at again after each such period, and
 * with 0 that would be all the time.
 */
export const SECRET_CALL = { networkMode: 'always', gcTime: 1_000 } as const
