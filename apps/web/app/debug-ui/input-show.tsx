import { Eye, Search } from 'lucide-react'
import { useState } from 'react'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Sample, Show } from './show.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'

const categories = [
  { value: 'drift', label: 'Drift' },
  { value: 'rally', label: 'Rally' },
  { value: 'heavy', label: 'Heavy' },
  { value: 'retired', label: 'Retired', isDisabled: true },
]

const sorts = [
  { value: 'popular', label: 'Popular' },
  { value: 'newest', label: 'Newest' },
]

const Choices = () => {
  const [isOn, setOn] = useState(true)
  return (
    <div className="flex flex-col gap-5">
      <Sample name="Checkbox">
        <Checkbox label="Rear-wheel drive" defaultChecked />
        <Checkbox label="All-wheel drive" />
        <Checkbox label="Some rows" isMixed />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Disabled, on" disabled defaultChecked />
        <Checkbox aria-label="Choose this row" />
      </Sample>
      <Checkbox
        label="I agree to immediate delivery"
        hint="You lose the right of withdrawal for files you have downloaded."
        error="Confirm this to continue."
      />
      <Sample name="Switch">
        <Switch
          label="Email me about updates"
          hint="At most one e-mail a week."
          checked={isOn}
          onCheckedChange={setOn}
        />
        <Switch label="Off" />
        <Switch label="Disabled" disabled />
        <Switch label="Disabled, on" disabled defaultChecked />
      </Sample>
    </div>
  )
}

export const InputShow = () => (
  <Show title="Forms">
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Username" hint="3 to 24 letters, digits or dashes.">
            <Input placeholder="mara" />
          </Field>
          <Field label="Email" error="Enter an e-mail address like name@example.com.">
            <Input defaultValue="mara@" />
          </Field>
          <Field label="Password">
            <Input
              type="password"
              defaultValue="long enough"
              trailing={
                <IconButton label="Show password" size="icon-sm">
                  <Eye aria-hidden="true" />
                </IconButton>
              }
            />
          </Field>
          <Field label="Disabled" isOptional>
            <Input disabled defaultValue="Not now" />
          </Field>
          <Field label="Search" isLabelHidden className="md:col-span-2">
            <Input size="lg" type="search" placeholder="Search mods" icon={<Search />} />
          </Field>
          <Field label="Message" hint="Markdown works." isOptional className="md:col-span-2">
            <Textarea placeholder="What happened?" />
          </Field>
          <Field label="Message" error="Write at least ten characters." className="md:col-span-2">
            <Textarea rows={2} defaultValue="Help" />
          </Field>
        </div>
      </Card>
      <div className="flex flex-col gap-6">
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Category">
            <Select options={categories} placeholder="Choose one" />
          </Field>
          <Field label="Category, chosen" error="Retired mods cannot be sold.">
            <Select options={categories} defaultValue="rally" />
          </Field>
          <Field label="Category, disabled">
            <Select options={categories} defaultValue="rally" isDisabled />
          </Field>
          <Field label="Category, small">
            <Select options={categories} defaultValue="drift" size="sm" />
          </Field>
          <Field label="Sort">
            <NativeSelect options={sorts} />
          </Field>
          <Field label="Read only">
            <Input readOnly defaultValue="sk-4410-aa" />
          </Field>
        </div>
        <Choices />
      </div>
    </div>
  </Show>
)
