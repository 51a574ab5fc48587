import { DomainError } from '#lib/domain-error.ts'

/** What customers would take for the store itself. */
const RESERVED = new Set(
  `admin administrator admins moderator moderators mod staff team owner operator official support helpdesk help service
  system root security billing payments refunds webmaster postmaster noreply developer store shop`.split(/\s+/),
)

const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** `Ad.min_2` and `5upport` read as `admin` and `support`. */
const readings = (name: string) => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const withoutNumber = plain.replace(/\d+$/, '')
  return [plain, withoutNumber].flatMap((one) => [one, one.replaceAll(/\d/g, (digit) => LOOKALIKES[digit] ?? digit)])
}

/** Whether customers may take a person of this name for the people who run the store. */
export const isReserved = (name: string, storeName: string): boolean => {
  const stores = readings(storeName)[0] ?? ''
  return readings(name).some((reading) => RESERVED.has(reading) || (stores !== '' && reading === stores))
}

/** Only an administrator may give somebody such a name. */
export const refuseReservedName = (name: string, storeName: string) => {
  if (isReserved(name, storeName)) throw new DomainError('auth.username_reserved')
}
