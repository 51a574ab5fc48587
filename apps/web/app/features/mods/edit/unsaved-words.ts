import { createContext, use, useCallback, useEffect, useState } from 'react'

interface UnsavedWord {
  /** What is not saved: "caption of Front". */
  name: string
  state: 'typing' | 'saving' | 'failed'
}

type Report = (key: string, word: UnsavedWord | null) => void

/** Reports unsaved picture texts to the page. */
export const UnsavedWords = createContext<Report>(() => {})

/** The picture texts that are not saved yet, for the bar below the form. */
export const useUnsavedWords = () => {
  const [words, setWords] = useState<ReadonlyMap<string, UnsavedWord>>(new Map())
  const report = useCallback<Report>((key, word) => {
    setWords((before) => {
      const others = [...before].filter(([each]) => each !== key)
      return new Map(word ? [...others, [key, word]] : others)
    })
  }, [])
  const all = [...words.values()]
  return {
    report,
    names: all.map(({ name }) => name),
    hasFailed: all.some(({ state }) => state === 'failed'),
    /** Every unsaved text is currently being saved. */
    isOnItsWay: all.every(({ state }) => state === 'saving'),
  }
}

export type PendingWords = Omit<ReturnType<typeof useUnsavedWords>, 'report'>

/** Reports a text for as long as it is unsaved. */
export const useReportUnsaved = (key: string, { name, state, isUnsaved }: UnsavedWord & { isUnsaved: boolean }) => {
  const report = use(UnsavedWords)
  useEffect(() => {
    if (!isUnsaved) return
    report(key, { name, state })
    return () => report(key, null)
  }, [report, key, name, state, isUnsaved])
}
