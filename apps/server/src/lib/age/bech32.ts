/** Bech32 (BIP 173), the encoding of age keys. */
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECKSUM_LENGTH = 6

const polymod = (values: readonly number[]) => {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    GENERATOR.forEach((word, bit) => {
      if ((top >>> bit) & 1) check ^= word
    })
  }
  return check
}

const expanded = (prefix: string) => {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)]
}

/** Regroups bits from one group size to another. */
const regroup = (values: Iterable<number>, from: number, to: number, isPadded: boolean) => {
  const groups: number[] = []
  let bits = 0
  let held = 0
  for (const value of values) {
    held = (held << from) | value
    bits += from
    while (bits >= to) {
      bits -= to
      groups.push((held >>> bits) & ((1 << to) - 1))
      held &= (1 << bits) - 1
    }
  }
  if (isPadded && bits > 0) groups.push((held << (to - bits)) & ((1 << to) - 1))
  return groups
}

export const encodeBech32 = (prefix: string, bytes: Buffer) => {
  const values = regroup(bytes, 8, 5, true)
  const sum = polymod([...expanded(prefix), ...values, ...Array.from({ length: CHECKSUM_LENGTH }, () => 0)]) ^ 1
  const checksum = Array.from({ length: CHECKSUM_LENGTH }, (_, place) => (sum >>> (5 * (5 - place))) & 31)
  return `${prefix}1${[...values, ...checksum].map((value) => LETTERS[value]).join('')}`
}

/** Null if the text has another prefix or a wrong checksum. */
export const decodeBech32 = (prefix: string, text: string): Buffer | null => {
  const spelled = text === text.toUpperCase() ? text.toLowerCase() : text
  if (!spelled.startsWith(`${prefix}1`)) return null
  const values = [...spelled.slice(prefix.length + 1)].map((letter) => LETTERS.indexOf(letter))
  if (values.includes(-1) || polymod([...expanded(prefix), ...values]) !== 1) return null
  return Buffer.from(regroup(values.slice(0, -CHECKSUM_LENGTH), 5, 8, false))
}
