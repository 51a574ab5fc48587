import { useSyncExternalStore } from 'react'
import type { Assertion, AssertionOptions, CreationOptions, NewCredential } from '@slipstream/contract/passkeys'

/** What a person reads when the browser or its owner did not use a passkey. */
export class PasskeyProblem extends Error {
  /** Another request took its place, or the page was left: nothing to say about it. */
  readonly isReplaced: boolean

  constructor(cause: unknown) {
    const name = cause instanceof Error ? cause.name : ''
    super(WORDS[name] ?? 'Your browser could not use a passkey. Try again or choose another way.', { cause })
    this.name = 'PasskeyProblem'
    this.isReplaced = name === 'AbortError'
  }
}

const WORDS: Partial<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again or choose another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

const canUsePasskeys = () => document.documentElement.dataset.passkeys !== undefined
const neverChanges = () => () => {}
/** False while the page comes from the server; what must not move then is hidden by `in-data-passkeys:` instead. */
export const usePasskeySupport = () => useSyncExternalStore(neverChanges, canUsePasskeys, () => false)

export const canOfferPasskeys = async () =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

const load = () => import('@simplewebauthn/browser')

/** Lets the owner choose a passkey and sign. With `isOffer` the browser only adds passkeys to its autofill list. */
export const askForPasskey = async (options: AssertionOptions, isOffer = false): Promise<Assertion> => {
  const { startAuthentication } = await load()
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffer })
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
    return { id, clientDataJSON, authenticatorData, signature, userHandle }
  } catch (cause) {
    throw new PasskeyProblem(cause)
  }
}

/** Takes the offer in the autofill list back. */
export const withdrawOffer = async () => (await load()).WebAuthnAbortService.cancelCeremony()

export const createPasskey = async (options: CreationOptions): Promise<NewCredential> => {
  const { startRegistration } = await load()
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports }
  } catch (cause) {
    throw new PasskeyProblem(cause)
  }
}
