import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Assertion, NewCredential } from '@slipstream/contract/passkeys'
import type { passkeys } from '@slipstream/db/tables/passkeys'
import { DomainError } from '#lib/domain-error.ts'

/** The relying party is derived from the store's public address, never from a request. */
export interface RelyingParty {
  id: string
  origin: string
}

export const relyingPartyOf = (publicUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Algorithms that current authenticators support, preferred one first. */
export const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** The user handle that authenticators store: a number that means nothing outside the store. */
export const userHandleOf = (userId: number) => Buffer.from(String(userId)).toString('base64url')

/** The library throws for anything it rejects; the sender always gets the same refusal. */
const refusing = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (cause) {
    throw new DomainError('auth.wrong_passkey', { cause })
  }
}

export const challengeIn = (clientDataJSON: string) =>
  refusing(() => {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    if (typeof challenge !== 'string') throw new Error('the client data has no challenge')
    return challenge
  })

/**
 * We request no attestation, so only formats without certificates are accepted: parsing certificates and fetching
 * revocation lists would let anyone trigger work and network access.
 */
const requireNoCertificates = (attestationObject: string) => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Error(`unrequested attestation format ${format}`)
}

export const verifyNewCredential = (party: RelyingParty, challenge: string, credential: NewCredential) =>
  refusing(async () => {
    const { id, clientDataJSON, attestationObject, transports } = credential
    requireNoCertificates(attestationObject)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== id) throw new Error('the new credential could not be verified')
    return {
      credentialId: id,
      publicKey: isoBase64URL.fromBuffer(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      transports,
      isBackedUp: registrationInfo.credentialBackedUp,
    }
  })

type KnownPasskey = Pick<typeof passkeys.$inferSelect, 'credentialId' | 'publicKey' | 'counter'>

export const verifyAssertion = (
  party: RelyingParty,
  challenge: string,
  known: KnownPasskey,
  { id, clientDataJSON, authenticatorData, signature }: Assertion,
) =>
  refusing(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: known.credentialId,
        publicKey: isoBase64URL.toBuffer(known.publicKey),
        counter: known.counter,
      },
    })
    if (!verified) throw new Error('the signature is invalid')
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  })
