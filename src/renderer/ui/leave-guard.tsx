import { useEffect, useLayoutEffect, useState } from 'react';
import { AlertDialog } from './dialog.tsx';
import { useHeldPage } from './navigation.tsx';
import { useUiWords } from './words.tsx';

interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** It is there again when the screen is come back to: only closing the window and quitting lose it. */
  readonly staysInWindow?: boolean;
}

/** Asks before a screen with unsaved changes is left: by navigation, by closing the window and by quitting alike. */
export function LeaveGuard({ isDirty, staysInWindow = false }: LeaveGuardProps) {
  const words = useUiWords();
  const [closing, setClosing] = useState<'no' | 'asked' | 'confirmed'>('no');
  const { goOn, stay } = useHeldPage(isDirty && !staysInWindow);
  // With the screen and not after it: from the moment that it shows what is not kept, it can not be lost.
  useLayoutEffect(() => {
    if (!isDirty) return;
    const refuse = (event: BeforeUnloadEvent) => {
      if (closing === 'confirmed') return;
      event.preventDefault();
      setClosing('asked');
    };
    addEventListener('beforeunload', refuse);
    return () => removeEventListener('beforeunload', refuse);
  }, [isDirty, closing]);
  useEffect(() => {
    if (closing === 'confirmed') window.close();
  }, [closing]);
  return (
    <AlertDialog
      isOpen={goOn !== null || closing === 'asked'}
      title={words.leaveTitle}
      confirm={words.leave}
      cancel={words.stay}
      isDestructive
      onCancel={() => {
        stay();
        setClosing('no');
      }}
      onConfirm={() => {
        stay();
        if (goOn === null) setClosing('confirmed');
        else goOn();
      }}
    >
      <p>{words.leaveText}</p>
    </AlertDialog>
  );
}
