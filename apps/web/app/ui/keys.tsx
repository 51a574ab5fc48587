/** Keys as they are printed on a keyboard, separated by spaces. */
export const Keys = ({ keys }: { keys: string }) =>
  keys.split(' ').map((key) => (
    <kbd
      key={key}
      className="inline-grid h-5 min-w-5 place-items-center rounded-sm border bg-raised px-1 font-mono text-[11px] text-muted"
    >
      {key}
    </kbd>
  ))
