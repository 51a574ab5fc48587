import { Plus, X } from 'lucide-react'
import type { SocialLink } from '@slipstream/contract/settings'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { SettingField } from './setting-field.tsx'
import { useSettingsForm } from './settings-form.tsx'

const MOST = 8
const NETWORKS: { value: SocialLink['network']; label: string }[] = [
  { value: 'discord', label: 'Discord' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'tiktok', label: 'TikTok' },
  { value: 'x', label: 'X' },
  { value: 'github', label: 'GitHub' },
]

export const SocialLinks = () => {
  const { values, change } = useSettingsForm()
  const links = values.socialLinks
  const set = (socialLinks: SocialLink[]) => change({ socialLinks })
  const edit = (place: number, part: Partial<SocialLink>) =>
    set(links.map((link, index) => (index === place ? { ...link, ...part } : link)))
  return (
    <SettingField name="socialLinks" isGroup isOptional hint="Icons in the footer, in this order.">
      <ul className="flex flex-col gap-2 empty:hidden">
        {links.map((link, place) => (
          // Links have no id, so their position is the key.
          <li key={place} className="flex items-center gap-2">
            <NativeSelect
              aria-label={`Network of link ${place + 1}`}
              options={NETWORKS}
              value={link.network}
              onValueChange={(network) => edit(place, { network: network as SocialLink['network'] })}
              className="w-32 shrink-0"
            />
            <Input
              aria-label={`Address of link ${place + 1}`}
              data-name="socialLinks"
              inputMode="url"
              placeholder="https://"
              value={link.url}
              onChange={(event) => edit(place, { url: event.currentTarget.value })}
              className="min-w-0 flex-1"
            />
            <IconButton
              label={`Remove link ${place + 1}`}
              size="icon-sm"
              onClick={() => set(links.filter((_, index) => index !== place))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="w-fit"
        disabled={links.length >= MOST}
        onClick={() => set([...links, { network: 'discord', url: '' }])}
      >
        <Plus aria-hidden="true" />
        Add link
      </Button>
    </SettingField>
  )
}
