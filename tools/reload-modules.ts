import { vi } from 'vitest'

// Before each file. Libraries stay loaded; our modules are loaded again, so that no two files share their state.
vi.resetModules()
