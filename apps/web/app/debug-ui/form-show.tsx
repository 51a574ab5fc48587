import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { FormActions, FormRow, FormSection } from '#ui/form-section.tsx'
import { Show } from './show.tsx'
import { Input } from '#ui/input.tsx'
import { ListField } from '#ui/list-field.tsx'
import { Progress } from '#ui/progress.tsx'
import { SortableList } from '#ui/sortable-list.tsx'
import { TagsField } from '#ui/tags-field.tsx'

export const FormShow = () => {
  const [changes, setChanges] = useState(['New exhaust note', 'Fixed the left mirror'])
  const [tags, setTags] = useState(['drift', 'widebody'])
  const [at, setAt] = useState<string | null>(null)
  const [order, setOrder] = useState(['Front', 'Rear', 'Lights', 'Wheels'])
  const [dropped, setDropped] = useState<string[]>([])

  return (
    <Show title="Admin forms">
      <FormSection title="Basics" description="What players read first.">
        <FormRow>
          <Field label="Title">
            <Input defaultValue="Kestrel R4 Rally" />
          </Field>
          <Field label="Make" error="Enter the vehicle’s make.">
            <Input />
          </Field>
        </FormRow>
        <FormRow>
          <TagsField
            label="Tags"
            values={tags}
            onChange={setTags}
            maxItems={5}
            maxLength={24}
            hint="Press Enter or comma to add one."
          />
          <DateTimeField label="Publish at" value={at} onChange={setAt} isOptional />
        </FormRow>
        <ListField
          label="Changes"
          itemName="change"
          values={changes}
          onChange={setChanges}
          itemErrors={{ 1: 'Start with a capital letter.' }}
          maxItems={10}
          maxLength={300}
          hint="One sentence per change."
        />
      </FormSection>
      <FormSection title="Files">
        <FileDrop
          label="Drop a mod here, or choose a file"
          hint={dropped.join(', ') || 'One zip of up to 8 GiB.'}
          accept=".zip"
          onFiles={(files) => setDropped(files.map(({ name }) => name))}
        />
        <Progress label="Uploading senko.zip" value={0.42} detail="42 %, 12 s left" />
        <Progress label="Reading the archive" value={null} tone="info" />
      </FormSection>
      <FormSection title="Order">
        <SortableList
          label="Pictures, in order"
          items={order}
          keyOf={(name) => name}
          nameOf={(name) => name}
          onReorder={setOrder}
          className="flex flex-col gap-2"
        >
          {(name, controls) => (
            <div className="flex items-center gap-2 rounded-lg border bg-card px-2 py-1">
              {controls}
              <span className="text-ui">{name}</span>
            </div>
          )}
        </SortableList>
      </FormSection>
      <FormActions status="All changes saved.">
        <Button variant="outline">Save</Button>
        <Button variant="primary">Publish</Button>
      </FormActions>
    </Show>
  )
}
