import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'

/** No second field to confirm, because the password can be revealed. */
export const PasswordInput = (props: Omit<ComponentProps<typeof Input>, 'type' | 'trailing'>) => {
  const [isShown, setShown] = useState(false)
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          size="icon-sm"
          className="max-md:size-11"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  )
}
