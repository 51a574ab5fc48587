import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

const PAUSE_MS = 300

/**
 * The text of a field whose value is kept in the URL. It is passed on after a pause in typing; when the URL changes
 * otherwise, by a link or Back, the field follows.
 */
export const useTypedText = (value: string, onPause: (text: string) => void) => {
  const [text, setText] = useState(value)
  const { key } = useLocation()
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
    // The router has taken the click and is loading its target: changing the URL now would cancel that. If the field is
    // still there afterward, the text is passed on then.
    const stayOut = ({ target, defaultPrevented }: MouseEvent) => {
      const link = target instanceof Element && target.closest('a')
      if (defaultPrevented && link && !link.hasAttribute('download')) clearTimeout(timer)
    }
    addEventListener('click', stayOut)
    return () => {
      clearTimeout(timer)
      removeEventListener('click', stayOut)
    }
  }, [text, key])

  return {
    text,
    setText,
    /** Passes the text on immediately, on Enter or blur. */
    finish: () => handOn(text.trim()),
    clear: () => {
      setText('')
      handOn('')
    },
  }
}
