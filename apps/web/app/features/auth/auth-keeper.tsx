import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { authToken, markSession, signedOutLatch } from '#lib/auth-token.ts'
import { useNavigate } from '#lib/link.ts'
import { returnFromDiscord, secretLink } from './arrival.ts'
import { endSession, forgetPersonalAnswers, recheckUser, useUser } from './auth.queries.ts'
import { takeRememberedNext, withNext } from './next-path.ts'

/** Mounted once in the root: keeps the sign-in state in sync with the server and other tabs. */
export const AuthKeeper = () => {
  const client = useQueryClient()
  const { data: user } = useUser()
  const id = user === undefined ? undefined : (user?.id ?? null)
  const knownId = useRef(id)

  useEffect(() => authToken.onChangeFromOutside(() => void recheckUser(client)), [client])

  useEffect(() => {
    if (id === undefined) return
    markSession(id !== null)
    if (knownId.current !== undefined && knownId.current !== id) void forgetPersonalAnswers(client)
    knownId.current = id
  }, [client, id])

  useUnfinishedLogout()
  useDiscordReturn()
  return null
}

/** A logout that the server did not confirm is retried on the next load. */
const useUnfinishedLogout = () =>
  useEffect(() => {
    if (!signedOutLatch.isUnconfirmed()) return
    // Failed again: the signed-out flag stays set, and the next load retries.
    endSession().catch(() => undefined)
  }, [])

/** After Discord the visitor continues to their destination, or first to the second factor. */
const useDiscordReturn = () => {
  const navigate = useNavigate()
  useEffect(() => {
    void returnFromDiscord()?.then((outcome) => {
      const next = takeRememberedNext()
      if (outcome.result === 'code_wanted') {
        secretLink.set({ purpose: 'second-factor', secret: outcome.challenge, factors: outcome.factors })
        return navigate(withNext('/login', next), { replace: true })
      }
      if (outcome.result === 'signed_in' && next !== '/') return navigate(next, { replace: true })
    })
  }, [navigate])
}
