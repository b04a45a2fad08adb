import { useEffect, useEffectEvent } from 'react';
import { tell } from '../ui/toast.ts';

interface ToldProps {
  readonly text: string;
  /** Puts away what it was told of, so that it is told once. */
  readonly onTold: () => void;
}

/** In the place of a notice: tells that what it was about has succeeded. */
export function Told({ text, onTold }: ToldProps) {
  const once = useEffectEvent(() => {
    tell(text);
    onTold();
  });
  useEffect(() => once(), []);
  return null;
}
