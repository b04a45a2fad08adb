import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAskedPlan } from '../data/asked-plan.ts';
import { pathTo } from '../routes.ts';

/** Opens the page of a plan when a notice of it was pressed; what is unsaved is asked about as for every way out. */
export function useAskedPlanPage(): void {
  const navigate = useNavigate();
  const id = useAskedPlan((asked) => asked.id);
  useEffect(() => {
    if (id === null) return;
    useAskedPlan.setState({ id: null });
    void navigate(pathTo('plan', { planId: id }));
  }, [id, navigate]);
}
