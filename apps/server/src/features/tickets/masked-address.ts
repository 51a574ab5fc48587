/** Enough for its owner to recognize it: `k…@g….com`. */
export const maskedAddress = (email: string) => {
  const [name = '', domain = ''] = email.split('@')
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${[...name][0] ?? ''}…@${[...domain][0] ?? ''}…${ending}`
}
