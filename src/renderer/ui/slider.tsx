import { Label } from 'react-aria-components/Label';
import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { Text } from 'react-aria-components/Text';
import { cx } from './class-names.ts';
import field from './field.module.css';
import layout from './layout.module.css';
import styles from './slider.module.css';

export interface SliderProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** When it is let go, or at each key. */
  readonly onChangeEnd: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly format: Intl.NumberFormatOptions;
  readonly isDisabled?: boolean | undefined;
}

/** A number between two ends, of which the exact one matters little. */
export function Slider({ label, help, format, value, onChange, onChangeEnd, ...rest }: SliderProps) {
  const { min, max, step, isDisabled = false } = rest;
  return (
    <AriaSlider
      className={cx(styles.slider)}
      value={value}
      onChange={onChange}
      onChangeEnd={onChangeEnd}
      minValue={min}
      maxValue={max}
      step={step}
      formatOptions={format}
      isDisabled={isDisabled}
    >
      <Label className={cx(field.label)}>{label}</Label>
      <SliderOutput />
      {help !== undefined && (
        <Text slot="description" className={cx(layout.muted, layout.small, styles.help)}>
          {help}
        </Text>
      )}
      <SliderTrack className={cx(styles.track)}>
        <SliderThumb className={cx(styles.thumb)} />
      </SliderTrack>
    </AriaSlider>
  );
}
