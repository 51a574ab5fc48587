import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import type { GuestLog } from '@slipstream/contract/tickets'
import { ChosenFile, FileButton, FileProblem } from './chosen-file.tsx'
import { readLog } from './read-log.ts'

interface LogPickerProps {
  log: GuestLog | null
  onChange: (log: GuestLog | null) => void
}

/** One log for the next message of a guest. It stays in the page until the message is sent. */
export const LogPicker = ({ log, onChange }: LogPickerProps) => {
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    const read = await readLog(file)
    if ('problem' in read) setProblem(read.problem)
    else onChange(read)
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {log && (
        <ul className="flex" aria-label="Files to send">
          <ChosenFile
            name={log.name}
            sizeBytes={new TextEncoder().encode(log.text).length}
            onRemove={() => onChange(null)}
          />
        </ul>
      )}
      {/* Stays where it is when a log is chosen, and keeps the focus. */}
      <FileButton
        label={log ? 'Choose another log' : 'Add a log'}
        icon={FilePlus2}
        accept=".log,.txt,text/plain"
        onFiles={([file]) => void take(file)}
      />
      <FileProblem>{problem}</FileProblem>
    </div>
  )
}
