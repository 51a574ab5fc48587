import { HEX_COLOR, isReadable, readableAccent, THEME_COLORS, type Theme } from '@slipstream/contract/accent'
import { SETTING_NAMES } from '@slipstream/contract/setting-names'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { SettingField } from './setting-field.tsx'
import { useSettingsForm } from './settings-form.tsx'

interface AccentFieldProps {
  theme: Theme
  name: 'accentDark' | 'accentLight'
}

export const AccentField = ({ theme, name }: AccentFieldProps) => {
  const { text, values, change } = useSettingsForm()
  const accent = values[name].toLowerCase()
  const isColor = HEX_COLOR.test(accent)
  return (
    <div className="flex flex-col gap-3">
      <SettingField name={name} hint={`Six digits after a #, such as ${THEME_COLORS[theme].accent}.`}>
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={`${SETTING_NAMES[name]}, color picker`}
            value={isColor ? accent : THEME_COLORS[theme].accent}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
            className="size-10 shrink-0 rounded-md border border-input bg-background p-1"
          />
          <Input {...text(name)} spellCheck={false} autoComplete="off" className="flex-1 font-mono" />
        </div>
      </SettingField>
      {isColor && !isReadable(theme, accent) && <Weak theme={theme} name={name} accent={accent} />}
    </div>
  )
}

const Weak = ({ theme, name, accent }: AccentFieldProps & { accent: string }) => {
  const { change } = useSettingsForm()
  const offered = readableAccent(theme, accent)
  return (
    <Notice
      tone="warning"
      title={theme === 'dark' ? 'Too dark for the dark theme' : 'Too light for the light theme'}
      actions={
        <Button variant="outline" size="sm" onClick={() => change({ [name]: offered })}>
          <span className="size-4 rounded-sm border" style={{ background: offered }} aria-hidden="true" />
          Use {offered}
        </Button>
      }
    >
      Some texts could not be read. The closest color that passes is {offered}.
    </Notice>
  )
}
