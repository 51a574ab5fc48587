import { useState } from 'react'
import { localMemory } from '#lib/browser-storage.ts'

/** Whether single-letter shortcuts are on. People who dictate can switch them off in this browser. */
export const useLetterKeys = () => {
  const [isOn, setOn] = useState(() => localMemory.read('letter_keys') !== 'off')
  const set = (next: boolean) => {
    localMemory.write('letter_keys', next ? null : 'off')
    setOn(next)
  }
  return [isOn, set] as const
}
