import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

/**
 * The text of a field whose value is kept in the URL. It is passed on after a pause in typing; when the URL changes
 * otherwise, by a link or Back, the field follows.
 */
export const useTypedText = (value: string, onPause: (text: string) => void) => {
  const [text, setText] = useState(value)
  const handedOn = useRef(value)
  const latest = useRef(onPause)
  useEffect(() => {
    latest.current = onPause
  })

  const handOn = (typed: string) => {
    if (typed === handedOn.current) return
    handedOn.current = typed
    latest.current(typed)
  }

  useEffect(() => {
    if (value === handedOn.current) return
    handedOn.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const timer = setTimeout(() => handOn(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return {
    text,
    setText,
    /** Immediately, on Enter or blur. */
    finish: () => handOn(text.trim()),
    clear: () => {
      setText('')
      handOn('')
    },
  }
}
