import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '../renderer/ui/live-region.tsx';

/** Tells the control plane something; then says what came of it and reads everything again. */
export function useCommand<Input = void, Value = unknown>(
  run: (input: Input) => Promise<Value>,
  told: (input: Input, value: Value) => string,
): UseMutationResult<Value, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (value, input) => {
      announce(told(input, value));
      return client.invalidateQueries();
    },
  });
}
