import { useEffect, useState } from 'react'

const rules = async () => {
  const { Username, EmailAddress, NewPassword } = await import('@slipstream/contract/users')
  return { Username, EmailAddress, NewPassword }
}

type Rules = Awaited<ReturnType<typeof rules>>
export type RuleName = keyof Rules

const judge = (known: Rules, rule: RuleName, typed: string): string | null =>
  known[rule].safeParse(typed).error?.issues[0]?.message ?? null

/**
 * The contract's error for a value while typing, or null. Undefined until the schemas are loaded, which few pages need.
 */
export const useRule = (rule: RuleName, typed: string): string | null | undefined => {
  const [known, setKnown] = useState<Rules>()
  const isAsked = typed !== ''
  useEffect(() => {
    if (!isAsked) return
    let isHere = true
    void rules().then((loaded) => {
      if (isHere) setKnown(loaded)
    })
    return () => {
      isHere = false
    }
  }, [isAsked])
  return known && judge(known, rule, typed)
}
