import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { taskRules, useCreateTask } from './developer.queries.ts'

const EMPTY = { title: '', description: '' }

export const NewTask = () => {
  const { mutateAsync } = useCreateTask()
  const { form, text, problems, failure, isPending, change } = useForm({
    initial: EMPTY,
    schema: taskRules,
    body: ({ title, description }) => ({
      title: title.trim(),
      ...(description.trim() !== '' && { description: description.trim() }),
    }),
    send: mutateAsync,
    onDone: () => {
      change(EMPTY)
    },
  })
  return (
    <Card title="New task">
      <form
        {...form}
        aria-label="New task"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          // Spec: an empty title does nothing.
          const title = new FormData(event.currentTarget).get('title')
          if (typeof title === 'string' && title.trim() === '') event.preventDefault()
          else form.onSubmit(event)
        }}
      >
        <Field label="Title" error={problems.title}>
          <Input {...text('title')} />
        </Field>
        <Field label="Description" isOptional error={problems.description}>
          <Textarea {...text('description')} rows={3} />
        </Field>
        {failure !== null && (
          <Notice tone="destructive" title="Failed to create task">
            {failure}
          </Notice>
        )}
        <Button type="submit" variant="primary" isLoading={isPending}>
          Create task
        </Button>
      </form>
    </Card>
  )
}
