import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'

interface DraftConflictProps {
  takeTheirs: () => Promise<void>
  keepMine: () => Promise<void>
}

/** Two pages have edited the same mod, and only the user can decide which version is right. */
export const DraftConflict = ({ takeTheirs, keepMine }: DraftConflictProps) => {
  const [busy, setBusy] = useState<'theirs' | 'mine' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (which: 'theirs' | 'mine', act: () => Promise<void>) => {
    setBusy(which)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <Notice
      tone="warning"
      title="This mod was edited somewhere else."
      actions={
        <>
          <Button
            size="sm"
            variant="outline"
            isLoading={busy === 'theirs'}
            onClick={() => void choose('theirs', takeTheirs)}
          >
            Show other version
          </Button>
          <Button size="sm" variant="outline" isLoading={busy === 'mine'} onClick={() => void choose('mine', keepMine)}>
            Keep this version
          </Button>
        </>
      }
    >
      {failure ?? 'In another tab, or by someone else. Nothing is saved until you choose a version.'}
    </Notice>
  )
}
