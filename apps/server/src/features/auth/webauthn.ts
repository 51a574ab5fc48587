import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Assertion, NewCredential } from '@slipstream/contract/passkeys'
import type { passkeys } from '@slipstream/db/tables/passkeys'
import { DomainError } from '#lib/domain-error.ts'

/** Where passkeys of this store work: decided by its public address, never by what a request says. */
export interface RelyingParty {
  id: string
  origin: string
}

export const relyingPartyOf = (publicUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** What authenticators in use can do, the better one first. */
export const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** Whose passkey it is, as the authenticator keeps it: a number that says nothing outside the store. */
export const userHandleOf = (userId: number) => Buffer.from(String(userId)).toString('base64url')

/** The library throws at whatever it does not like; to the sender it is all the same refusal. */
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
 * We ask for no attestation, so only formats without certificates may come: parsing certificates and fetching their
 * revocation lists is work, and network access, that nobody should be able to order.
 */
const requireNoCertificates = (attestationObject: string) => {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Error(`attestation of the format ${format} was not asked for`)
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
    if (!verified || registrationInfo.credential.id !== id) throw new Error('the new credential is not as it says')
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
    if (!verified) throw new Error('the signature is not right')
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  })
