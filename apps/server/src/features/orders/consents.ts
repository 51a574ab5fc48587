/**
 * What a buyer agrees to. A published text never changes, because buyers have agreed to it; a new one gets a new
 * version.
 */
const CONSENTS = {
  '2026-11': {
    delivery:
      'I want the mods at once: please let me download them right after the payment, before the withdrawal period of 14 days ends.',
    withdrawal: 'I know that my right of withdrawal ends for each mod when I begin to download it.',
  },
} as const
type ConsentVersion = keyof typeof CONSENTS

const CURRENT: ConsentVersion = '2026-11'

export const currentConsents = () => ({ version: CURRENT, ...CONSENTS[CURRENT] })

/** The texts of the version an order was made with. */
export const consentTexts = (version: string) => {
  const texts = CONSENTS[version as ConsentVersion] as (typeof CONSENTS)[ConsentVersion] | undefined
  if (!texts) throw new Error(`there is no consent text with version ${version}`)
  return texts
}
