import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';

/** `production` is published. `e2e`, for tests, differs in one fuse, which lets Playwright attach. */
export const flavours = ['production', 'e2e'] as const;
export type Flavour = (typeof flavours)[number];

/** The flavour by name. Default: `production`. */
export function flavourOf(name: string | undefined): Flavour {
  const flavour = flavours.find((each) => each === (name ?? 'production'));
  if (flavour === undefined)
    throw new Error(`There is no flavour ${JSON.stringify(name)}: ${flavours.join(', ')}.`);
  return flavour;
}

/** All fuses of Electron. Packaging fails if a later Electron has another one. */
export function fusesOf(flavour: Flavour) {
  return {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: flavour === 'e2e',
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true, // no effect on Linux, which has none
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true, // as Electron has it: WebAssembly traps are caught by the processor
  } as const satisfies FuseConfig;
}
