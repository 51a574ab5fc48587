import { useEffect, useState } from 'react'

const rules = () => import('@slipstream/contract/users')

type Rules = Awaited<ReturnType<typeof rules>>
export type RuleName = 'Username' | 'EmailAddress' | 'NewPassword'

const judge = (known: Rules, rule: RuleName, typed: string): string | null =>
  known[rule].safeParse(typed).error?.issues[0]?.message ?? null

/** What the contract says is wrong with it, or null. The rules come with the first question: few pages have one. */
export const problemWith = async (rule: RuleName, typed: string): Promise<string | null> =>
  judge(await rules(), rule, typed)

/** The same while somebody types: undefined until the rules are there. */
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
