import { Download } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { AccountSection, SubSection } from './account-section.tsx'
import { useExport } from './account.queries.ts'
import { DeleteAccount } from './delete-account.tsx'
import { Outcome } from './outcome.tsx'
import { saveFile } from '#lib/save-file.ts'

interface DataSectionProps {
  username: string
  onDeleted: () => void
}

export const DataSection = ({ username, onDeleted }: DataSectionProps) => {
  const collect = useExport()

  const download = () =>
    collect.mutate(undefined, {
      onSuccess: (data) =>
        saveFile(`my-data-${username}.json`, `${JSON.stringify(data, null, 2)}\n`, 'application/json'),
    })

  return (
    <AccountSection id="data" description="Download everything the store knows about you, or delete your account.">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button isLoading={collect.isPending} onClick={download}>
          <Download aria-hidden="true" />
          Download my data
        </Button>
        <Outcome act={collect} done="The file is in your downloads folder." />
      </div>
      <SubSection title="Delete account">
        <DeleteAccount username={username} onDeleted={onDeleted} />
      </SubSection>
    </AccountSection>
  )
}
